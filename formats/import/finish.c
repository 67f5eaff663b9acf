/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end every importer comes to: what the user said of the file reaches the model here. */
#include "formats/import/format.h"

#include "formats/model/builder.h"

enum benchan_status import_finish(struct builder *builder,
                                  const struct benchan_import_options *options,
                                  struct benchan_capture **capture, struct benchan_error *error)
{
    if (!options)
        return builder_finish(builder, NULL, capture, error);
    const struct builder_wishes wishes = {.block_key = options->block_key,
                                          .process = options->process,
                                          .max_notes = options->max_notes};
    return builder_finish(builder, &wishes, capture, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/import.h"

/*
 * Layout of the CSV that benchan_convert writes, and that the CSV importer
 * reads back into an equal model:
 *
 *   # benchan: capture/1            always the first line of a capture
 *   # key: value                    a fact of the capture, one a line
 *   # format: go                    what was imported
 *   # order: time                   unknown, log, column or time
 *   # clock: utc                    none, utc or local
 *   # process-basis: recorded       unknown, recorded or stated
 *   # arm: side=new                 only where an arm was split off
 *   # partial: true                 only where it is
 *   # left-out.warmups: 20          only those that are not 0; names as in the struct, '-' for
 * '_' # fact.cpu: Apple M4 Max        a fact of the capture # process.3.fact.load: 1.25     a
 * fact of process 3 (0-based, as in column `process`) # process.3.label.side: new     a label
 * of process 3 # process.3.name: 4711          likewise start, end, block, build, setup,
 * session, position # unit.NAME: exact better=lower properties of a recorded unit, where they
 * are not what the unit's name says: exact, derived, order-tied, better=lower|higher|unknown #
 * note.1.17: text               a note by its code and line
 *   package,benchmark,unit,value,row,process,iterations,time
 *   p,Sum-8,ns/op,104.5,0,0,1000,2026-11-30T21:17:27.011875083Z
 *
 * A row a value, in order of row and, inside it, of series. `unit` is the
 * recorded one. `iterations` and `time` are there only where the model has
 * them; an empty cell is none. Values are printed with exactly the decimals
 * that were recorded; a binary double with 17 significant digits, which is how
 * the reader knows it. Values of a comment are one line: \\, \n and \r are
 * escaped with a backslash. Several captures follow each other as blocks, each
 * with its `# benchan:` line.
 */
void benchan_convert(const struct benchan_capture *const *captures, size_t n,
                     struct benchan_text *text)
{
    (void)captures;
    (void)n;
    (void)text;
}

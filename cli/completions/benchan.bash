# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for bash. What there is comes from the program's own table.

_benchan() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local table command values
    COMPREPLY=()
    table=$("${COMP_WORDS[0]}" --list-options 2>/dev/null) || return
    command=${COMP_WORDS[1]}
    grep -q "^command"$'\t'"$command"$'\t' <<<"$table" || command=verdict
    values=$(awk -F'\t' -v option="$before" '$1 != "command" && $2 == option { print $4 }' <<<"$table")
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(awk -F'\t' -v command="$command" \
            '$1 != "command" && ("," $1 ",") ~ ("," command ",") { print $2 }' <<<"$table")" -- "$word")
    elif [[ $values == [a-z]*'|'* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${values//|/ }" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        if ((COMP_CWORD == 1)); then
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W \
                "$(awk -F'\t' '$1 == "command" { print $2 }' <<<"$table")" -- "$word")
        fi
    fi
}
complete -o filenames -F _benchan benchan

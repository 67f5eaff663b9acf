# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for fish. What there is comes from the program's own table.

function __benchan_commands
    benchan --list-options 2>/dev/null | string match -r '^command\t.*' | string replace -r '^command\t' ''
end

function __benchan_options
    set -l command (commandline -opc)[2]
    contains -- "$command" (__benchan_commands | string split -f1 \t); or set command verdict
    for line in (benchan --list-options 2>/dev/null)
        set -l part (string split \t -- $line)
        contains -- $command (string split , -- $part[1]); and printf '%s\t%s\n' $part[2] $part[5]
    end
end

complete -c benchan -n '__fish_is_first_token' -a '(__benchan_commands)'
complete -c benchan -n 'string match -q -- "-*" (commandline -ct)' -a '(__benchan_options)'

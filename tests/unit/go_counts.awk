# SPDX-License-Identifier: GPL-3.0-or-later
# Counts benchmarks, samples and processes of Go benchmark text, independently
# of the importer: the expectations in test_go_corpus.c are what it prints.
#
#     LC_ALL=C awk -f go_counts.awk FILE
#
# UTF-16 goes through iconv, gzip through gzip -dc first. It knows nothing of
# logs that look like configuration and nothing of faulty rows, so the files
# that test those are counted by hand.

function settle(name,    i) {
    for (i = 1; i <= held; i++)
        seen[name SUBSEP waiting[i]] = 1
    held = 0
}
function finish() { rows_here = 0; split_name = "" }
function row(name, fields) {
    if (!rows_here) processes++
    rows_here++
    samples += fields / 2
    if (pkg != "") seen[pkg SUBSEP name] = 1
    else waiting[++held] = name
}

{ sub(/\r$/, "") }
NR == 1 { sub(/^\357\273\277/, "") }

/^(goos|goarch|pkg|cpu|note|date|shortname):/ {
    if (rows_here) finish()
    if ($1 == "goos:") { settle(""); pkg = "" }
    if ($1 == "pkg:") pkg = $2
    next
}
/^(PASS|FAIL)$/ { finish(); next }
/^ok[ \t]+[^ \t]+[ \t]+([0-9.]+s|\(cached\))/ || /^FAIL[ \t]+[^ \t]+[ \t]/ {
    if (pkg == "") settle($2)
    finish()
    next
}
/^Benchmark/ && $2 ~ /^[0-9]+$/ && NF >= 4 && NF % 2 == 0 && $3 ~ /^[0-9.e+-]+$/ {
    split_name = ""
    row($1, NF - 2)
    next
}
/^Benchmark[^ \t]+[ \t]/ { split_name = $1; next }
split_name != "" && $1 ~ /^[0-9]+$/ && NF >= 3 && NF % 2 == 1 && $2 ~ /^[0-9.]+$/ && $3 ~ /\// {
    name = split_name
    split_name = ""
    row(name, NF - 1)
}
END {
    settle("")
    for (name in seen) benchmarks++
    printf "%d, %d, %d\n", benchmarks, samples, processes
}

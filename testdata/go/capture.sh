#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Made the captures in this folder: 20 fresh processes an arm, the two arms and
# a second run of the baseline (the A/A arm) shuffled anew in each round.
set -eu
cd "$(dirname "$0")"
bin=$(mktemp -d)
trap 'rm -r "$bin"' EXIT
(cd wordcount && go test -c -o "$bin/compare" . && go test -c -tags table -o "$bin/table" .)
cp "$bin/compare" "$bin/compare-again"
for arm in compare table compare-again; do
    { go version | sed 's/^go version \([^ ]*\).*/toolchain: \1/'; } >"wordcount-$arm.txt"
done
for round in $(seq 20); do
    for arm in $(shuf -e compare table compare-again); do
        {
            printf 'date: %s\n' "$(date -u +%Y-%m-%dT%H:%M:%S.%NZ)"
            "$bin/$arm" -test.run '^$' -test.bench . -test.benchtime 30ms -test.count 3
        } >>"wordcount-$arm.txt"
    done
done
# What is usually done instead: 20 repetitions in one process, one arm after the other.
for arm in compare table; do
    "$bin/$arm" -test.run '^$' -test.bench . -test.benchtime 30ms -test.count 20 \
        >"wordcount-$arm-one-process.txt"
done

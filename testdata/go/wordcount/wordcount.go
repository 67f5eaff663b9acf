// SPDX-License-Identifier: GPL-3.0-or-later

// Package wordcount counts words in two ways, which the captures beside it
// compare: by comparing bytes (compare.go) and, built with -tags table, by
// looking them up in a table (table.go).
package wordcount

//go:build !table

package wordcount

// Count returns how many blank-separated words text holds.
func Count(text []byte) int {
	words := 0
	inside := false
	for _, c := range text {
		blank := c == ' ' || c == '\n' || c == '\t' || c == '\r'
		if !blank && !inside {
			words++
		}
		inside = !blank
	}
	return words
}

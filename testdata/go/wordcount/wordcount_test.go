package wordcount

import (
	"math/rand"
	"testing"
)

func prose(words int) []byte {
	random := rand.New(rand.NewSource(1))
	var text []byte
	for i := 0; i < words; i++ {
		for n := 1 + random.Intn(9); n > 0; n-- {
			text = append(text, byte('a'+random.Intn(26)))
		}
		if i%12 == 11 {
			text = append(text, '\n')
		} else {
			text = append(text, ' ')
		}
	}
	return text
}

func TestCount(t *testing.T) {
	if n := Count(prose(1000)); n != 1000 {
		t.Fatalf("counted %d words, want 1000", n)
	}
}

var sink int

func benchmark(b *testing.B, words int) {
	text := prose(words)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		sink = Count(text)
	}
}

func BenchmarkLine(b *testing.B) { benchmark(b, 12) }
func BenchmarkPage(b *testing.B) { benchmark(b, 500) }

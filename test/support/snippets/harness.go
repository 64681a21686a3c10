package webhook

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDeliveries(t *testing.T) {
	field := func(text string) []byte {
		if text == "-" {
			return nil
		}
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return decoded
	}
	deliveries, err := os.Open("deliveries.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(deliveries)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		verdict, err := Verify(string(field(parts[0])), string(field(parts[1])), string(field(parts[2])), field(parts[3]))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(verdict)
	}
}

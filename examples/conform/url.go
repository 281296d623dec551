// Go's net/url, which claims RFC 3986 with deviations.
//
// uri-lineage conform rfc3986 -- go run examples/conform/url.go
package main

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
)

func main() {
	out := json.NewEncoder(os.Stdout)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var text string
		if err := json.Unmarshal(in.Bytes(), &text); err != nil {
			panic(err)
		}
		answer := map[string]any{"valid": false}
		if u, err := url.Parse(text); err == nil {
			answer = map[string]any{"valid": true, "scheme": u.Scheme, "user": u.User.String(), "host": u.Hostname(),
				"port": u.Port(), "path": u.Opaque + u.EscapedPath(), "query": u.RawQuery, "fragment": u.EscapedFragment()}
		}
		out.Encode(answer)
	}
}

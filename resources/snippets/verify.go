// Package webhook verifies webhook deliveries (Standard Webhooks). Needs Go 1.19 or newer, and no modules.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature unchanged, and the body as the bytes that were received:
// io.ReadAll(request.Body). Verify the delivery before you parse the JSON.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

func Verify(id, timestamp, signatures string, rawBody []byte) (bool, error) {
	secret := os.Getenv("NOTEHOOK_SIGNING_SECRET")
	if !strings.HasPrefix(secret, "whsec_") {
		return false, errors.New("NOTEHOOK_SIGNING_SECRET is not set")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false, errors.New("NOTEHOOK_SIGNING_SECRET is not base64")
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || id == "" {
		return false, nil
	}
	if age := time.Since(time.Unix(int64(seconds), 0)); age > tolerance || age < -tolerance {
		return false, nil
	}

	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, entry := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(entry), expected) {
			return true, nil
		}
	}
	return false, nil
}

# Verifies a webhook delivery (Standard Webhooks). Needs Python 3.8 or newer, and no packages.
#
# Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
# webhook-timestamp and webhook-signature unchanged, and the body as the bytes that were received:
# request.get_data() in Flask, request.body in Django, await request.body() in FastAPI. Verify the delivery
# before you parse the JSON.
import base64
import hashlib
import hmac
import os
import re
import time

TOLERANCE_SECONDS = 5 * 60


def verify(id, timestamp, signatures, raw_body):
    secret = os.environ["NOTEHOOK_SIGNING_SECRET"]
    if not secret.startswith("whsec_"):
        raise ValueError("NOTEHOOK_SIGNING_SECRET does not begin with whsec_.")
    if not id or not re.fullmatch(r"[0-9]{1,12}", timestamp or "") or not signatures:
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False

    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(entry.encode(), expected) for entry in signatures.split(" "))

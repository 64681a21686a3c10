import base64
import sys

from verify import verify


def header(text):
    return None if text == "-" else base64.b64decode(text).decode()


for line in sys.stdin:
    id, timestamp, signatures, body = line.rstrip("\n").split("\t")
    verdict = verify(header(id), header(timestamp), header(signatures), base64.b64decode(body))
    print("true" if verdict else "false")

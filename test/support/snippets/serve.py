from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        header = lambda name: self.headers["webhook-" + name]
        genuine = verify(header("id"), header("timestamp"), header("signature"), body)
        self.send_response(204 if genuine else 401)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_address[1], flush=True)
server.serve_forever()

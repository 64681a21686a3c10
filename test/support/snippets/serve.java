import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

final class Serve {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Headers headers = exchange.getRequestHeaders();
            int status = 500;
            try {
                boolean genuine = Webhook.verify(
                    headers.getFirst("webhook-id"),
                    headers.getFirst("webhook-timestamp"),
                    headers.getFirst("webhook-signature"),
                    body);
                status = genuine ? 204 : 401;
            } catch (Exception error) {
                error.printStackTrace();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println(server.getAddress().getPort());
    }
}

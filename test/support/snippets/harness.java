import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Scanner;

final class Harness {
    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split("\t", -1);
            byte[] body = Base64.getDecoder().decode(parts[3]);
            System.out.println(Webhook.verify(header(parts[0]), header(parts[1]), header(parts[2]), body));
        }
    }

    private static String header(String text) {
        return text.equals("-") ? null : new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}

using System;
using System.Text;

public static class Harness
{
    public static void Main()
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var parts = line.Split('\t');
            var verdict = Webhook.Verify(
                Header(parts[0]), Header(parts[1]), Header(parts[2]), Convert.FromBase64String(parts[3]));
            Console.WriteLine(verdict ? "true" : "false");
        }
    }

    private static string? Header(string text) =>
        text == "-" ? null : Encoding.UTF8.GetString(Convert.FromBase64String(text));
}

// Java's java.net.URI, "RFC 2396 as amended by RFC 2732", with deviations of its own.
//
// uri-lineage conform rfc2732 -- java examples/conform/Uri.java
import java.io.*;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

class Uri {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                var uri = new URI(string(line));
                out.println("{\"valid\":true" + member("scheme", uri.getScheme()) + member("query", uri.getRawQuery())
                    + member("fragment", uri.getRawFragment()) + member("path", uri.getRawPath())
                    + authority(uri) + "}");
            } catch (URISyntaxException error) {
                out.println("{\"valid\":false}");
            }
        }
    }

    /** The parts of the authority; nothing of one that it reads as a registry-based name, whose parts it does not tell. */
    static String authority(URI uri) {
        if (uri.getRawAuthority() != null && uri.getHost() == null) {
            return "";
        }
        return member("user", uri.getRawUserInfo()) + member("host", uri.getHost()) + member("port", uri.getPort() < 0 ? null : "" + uri.getPort());
    }

    /** The text of a JSON string: Java's library reads no JSON. */
    static String string(String json) {
        var text = new StringBuilder();
        for (int at = 1; at < json.length() - 1; at++) {
            char c = json.charAt(at);
            if (c == '\\') {
                c = json.charAt(++at);
                int known = "bfnrt".indexOf(c);
                if (c == 'u') {
                    c = (char) Integer.parseInt(json, at + 1, at + 5, 16);
                    at += 4;
                } else if (known >= 0) {
                    c = "\b\f\n\r\t".charAt(known);
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    static String member(String name, String value) {
        var text = value == null ? "null" : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        return ",\"" + name + "\":" + text;
    }
}

require_relative "verify"

header = ->(text) { text == "-" ? nil : text.unpack1("m").force_encoding("UTF-8") }
$stdin.each_line(chomp: true) do |line|
  id, timestamp, signatures, body = line.split("\t", -1)
  puts Webhook.verify(header.(id), header.(timestamp), header.(signatures), body.unpack1("m"))
end

#!/usr/bin/env ruby
# Ruby's URI, whose default parser claims RFC 3986.
#
# uri-lineage conform rfc3986 -- ruby examples/conform/uri.rb
require "json"
require "uri"

$stdout.sync = true
$stdin.each_line do |line|
  begin
    scheme, user, host, port, _, path, opaque, query, fragment = URI.split(JSON.parse(line))
    answer = { valid: true, scheme: scheme, user: user, host: host, port: port, path: path || opaque, query: query,
               fragment: fragment }
  rescue URI::Error
    answer = { valid: false }
  end
  puts JSON.generate(answer)
end

# See engine.py.
STDOUT.binmode
STDOUT.sync = true
$VERBOSE = nil
STDIN.each_line do |line|
  pattern, flags, mode, strings = line.chomp.split(/ /, -1)
  text = ->(hexadecimal) { [hexadecimal].pack('H*').force_encoding('UTF-8') }
  options = { 'i' => Regexp::IGNORECASE, 'm' => Regexp::MULTILINE, 'x' => Regexp::EXTENDED }
  options = text.(flags).chars.sum { |flag| options.fetch(flag) }
  begin
    source = text.(pattern)
    # A pattern that is invalid alone may be valid in a group.
    Regexp.new(source, options)
    compiled = Regexp.new(mode == 'whole' ? "\\A(?:#{source})\\z" : source, options)
  rescue RegexpError
    puts 'error'
    next
  end
  answers = strings.split(',', -1).map do |string|
    match = compiled.match(text.(string))
    if !match then '-'
    elsif match.size < 2 || match.begin(1).nil? then '.'
    else
      size = ->(end_) { match.string[0...end_].bytesize }
      "#{size.(match.begin(1))}..#{size.(match.end(1))}"
    end
  end
  puts answers.join(',')
end

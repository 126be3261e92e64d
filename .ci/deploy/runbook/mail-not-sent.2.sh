# A mail server that keeps what it gets in /test/mails.
cat > /test/smtp.pl <<'END'
use strict; use IO::Socket::INET;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 25, Listen => 5, ReuseAddr => 1) or die $!;
while (my $client = $server->accept) {
  print $client "220 mail\r\n";
  my $data = 0;
  while (defined(my $line = <$client>)) {
    if ($data) {
      open(my $file, '>>', '/test/mails') or die $!;
      print $file $line;
      close $file;
      if ($line eq ".\r\n") { $data = 0; print $client "250 taken\r\n" }
    } elsif ($line =~ /^DATA/i) { $data = 1; print $client "354 go on\r\n" }
    elsif ($line =~ /^QUIT/i) { print $client "221 bye\r\n"; last }
    else { print $client "250 mail\r\n" }
  }
  close $client;
}
END
systemd-run --quiet --collect --unit=mailserver perl /test/smtp.pl

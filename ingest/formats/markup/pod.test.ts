import { expect, it } from 'vitest';
import { readPod } from './pod.ts';

const read = async (pod: string) => readPod(Buffer.from(pod));

it('reads headings, lists, terms and code, under the name that the page has', async () => {
  const { title, markdown } = await read(`#!/usr/bin/perl
my $x = 1;

=head1 NAME

Kiln::Fire - fires clay

=head1 OPTIONS

=over 4

=item B<--heat> I<n>

How hot.

=over

=item *

red clay

=item *

white clay

=back

=item B<-q>

Says nothing.

=back

=head2 Example

    kiln --heat 900

      --bowl

=begin html

<p>not this</p>

=end html

=cut

print "code";

=head1 SEE ALSO

The end.
`);
  expect(title).toBe('Kiln::Fire');
  expect(markdown).toBe(
    [
      'Kiln::Fire - fires clay',
      '## OPTIONS',
      '- **--heat** *n*',
      '  How hot.',
      '  - red clay',
      '  - white clay',
      '- **-q**',
      '  Says nothing.',
      '### Example',
      '```\nkiln --heat 900\n\n  --bowl\n```',
      '## SEE ALSO',
      'The end.',
    ].join('\n\n'),
  );
});

it('writes the codes of a line out', async () => {
  const line = async (pod: string) => (await read(`=pod\n\n${pod}\n`)).markdown;
  expect(await line('Use C<< $a->{b} >> and B<I<both>>, E<lt>tagE<gt>, S<no break>, X<index>here.')).toBe(
    'Use `$a->{b}` and ***both***, \\<tag>, no break, here.',
  );
  expect(
    await line('See L<perlfunc/"open">, L<the site|https://x.example/a>, L</Options>, L<https://x.example>.'),
  ).toBe('See "open" in perlfunc, [the site](https://x.example/a), "Options", https://x.example.');
  expect(await line('a B<never closed')).toBe('a B\\<never closed');
});

it('keeps what 20,000 codes that nobody closes hold', async () => {
  expect((await read(`=pod\n\n${'B<'.repeat(20_000)}end\n`)).markdown).toMatch(/end$/);
});

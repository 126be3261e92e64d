/** A token that decodes to `user`, one session per e-mail; its signature means nothing. */
export function fakeToken(user: Record<string, unknown> = {}): string {
  const person = {
    type: 'customer',
    email: 'nimal@example.com',
    firstName: 'Nimal',
    lastName: 'Perera',
    profilePicture: '',
    ...user,
  }
  const bytes = new TextEncoder().encode(
    JSON.stringify({ sub: '1', sid: `session of ${person.email}`, email: person.email, user: person }),
  )
  const payload = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
  return `e30.${payload}.sig`
}

// A real OpenID provider with a few people in it, for tests of third-party sign-in. It answers like Google: besides the
// standard endpoints it has /tokeninfo. The person in `login_hint` is signed in without a form.
//
// Environment: PORT (0 for any), REDIRECT_URI, END_WITH_INPUT. Its first line of output is its address.
import { once } from 'node:events'
import http from 'node:http'
import { Provider } from 'oidc-provider'

const REDIRECT_URI = process.env.REDIRECT_URI ?? 'http://127.0.0.1:8080/login'

/** The provider's accounts, by `sub`. */
const PEOPLE = {
  nimali: { email: 'Nimali@Example.com', email_verified: true, given_name: 'Nimali', family_name: 'Perera' },
  gihan: { email: 'gihan@gmail.com', email_verified: true, name: 'Gihan de Silva' },
  hosted: { email: 'ayesha@shop.example', email_verified: true, name: 'Ayesha Silva', hd: 'shop.example' },
  unverified: { email: 'somebody@example.com', email_verified: false, name: 'Some Body' },
}

/** Every name `visitor-…` is an account, too. */
const personOf = (sub) =>
  /^visitor-\w+$/.test(sub)
    ? { email: `${sub}@gmail.com`, email_verified: true, given_name: 'Amaya', family_name: 'Visitor' }
    : PEOPLE[sub]

const client = (client_id) => ({
  client_id,
  client_secret: `${client_id}-secret`,
  redirect_uris: [REDIRECT_URI],
  grant_types: ['authorization_code'],
  response_types: ['code'],
})

async function grantEverything(ctx) {
  const { client, session, provider } = ctx.oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

const configuration = {
  clients: [client('shop'), client('another-shop')],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'hd'],
  },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  findAccount: (_ctx, sub) => {
    const person = personOf(sub)
    return person && { accountId: sub, claims: () => ({ sub, ...person }) }
  },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  loadExistingGrant: grantEverything,
  pkce: { required: () => true },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, Interaction: 600, IdToken: 600, Session: 600 },
}

/** https://developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint */
async function tokenInfo(provider, ctx) {
  const token = await provider.AccessToken.find(String(ctx.query.access_token ?? ''))
  if (token === undefined) {
    ctx.status = 400
    ctx.body = { error: 'invalid_token', error_description: 'Invalid Value' }
    return
  }
  const { clientId, accountId, scope, exp } = token
  const expires_in = String(exp - Math.floor(Date.now() / 1000))
  ctx.body = { azp: clientId, aud: clientId, sub: accountId, scope, exp: String(exp), expires_in }
}

/** Signs in the named person without a password. */
async function signIn(provider, ctx) {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  const login = { accountId: params.login_hint ?? 'nimali' }
  ctx.respond = false
  await provider.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false })
}

const server = http.createServer()
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`
const provider = new Provider(issuer, configuration)
provider.use((ctx, next) => {
  if (ctx.path === '/tokeninfo') return tokenInfo(provider, ctx)
  if (ctx.path.startsWith('/interaction/')) return signIn(provider, ctx)
  return next()
})
server.on('request', provider.callback())
process.stdout.write(`${issuer}\n`)
if (process.env.END_WITH_INPUT) process.stdin.resume().on('end', () => process.exit(0))

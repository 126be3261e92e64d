// Publishes documents of the shop's content for a test, and the former ones after it.
import { call, ownerToken } from './shop-api'

type Body = Record<string, unknown>
type Draft = { draft: Body; revision: number }

/** Saves a document and publishes it. */
async function publish(document: string, body: Body): Promise<void> {
  const token = await ownerToken()
  const at = `/admin/content/${document}`
  const { revision } = await call<Draft>('GET', at, undefined, token)
  const saved = await call<{ content: Draft }>('PUT', at, { body, revision }, token)
  await call('POST', `${at}/publish`, { revision: saved.content.revision }, token)
}

/** Publishes a document with these changes, runs the test, and publishes the former document. */
export async function withPublished(
  document: string,
  change: (body: Body) => Body,
  run: () => Promise<void>,
) {
  const token = await ownerToken()
  const { draft } = await call<Draft>('GET', `/admin/content/${document}`, undefined, token)
  await publish(document, change(structuredClone(draft)))
  try {
    await run()
  } finally {
    await publish(document, draft)
  }
}

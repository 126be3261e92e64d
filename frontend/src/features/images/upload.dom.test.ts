import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { at, server } from '@/test/server'
import { uploadImage } from './upload'

const file = (name: string) => new File(['a picture'], name, { type: 'image/png' })

/** A server that answers an upload only when it is told to. */
function slowServer() {
  const answers: (() => void)[] = []
  server.use(
    http.post(at('/api/images'), async () => {
      const number = answers.length + 1
      await new Promise<void>((resolve) => answers.push(resolve))
      return HttpResponse.json({ url: `/images/${number}-a.webp` }, { status: 201 })
    }),
  )
  return answers
}

it('sends two at a time, and the next when one is finished', async () => {
  const answers = slowServer()
  const urls = ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => uploadImage(file(name)))
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.()
  await expect(urls[0]).resolves.toMatch(/^\/images\/\d-a\.webp$/)
  await expect.poll(() => answers.length).toBe(3)
  answers[1]?.()
  await expect.poll(() => answers.length).toBe(4)
  answers[2]?.()
  answers[3]?.()
  expect(new Set(await Promise.all(urls)).size).toBe(4)
})

it('never sends an upload that was stopped while it waited, and continues with the next', async () => {
  const answers = slowServer()
  const stop = new AbortController()
  const first = [uploadImage(file('a.png')), uploadImage(file('b.png'))]
  const third = uploadImage(file('c.png'), { signal: stop.signal })
  const fourth = uploadImage(file('d.png'))
  await expect.poll(() => answers.length).toBe(2)
  stop.abort()
  await expect(third).rejects.toMatchObject({ name: 'AbortError' })
  answers[0]?.()
  answers[1]?.()
  await Promise.all(first)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.()
  await expect(fourth).resolves.toContain('/images/')
})

it('continues with the next upload after a failure', async () => {
  server.use(http.post(at('/api/images'), () => new HttpResponse(null, { status: 500 })))
  for (let count = 0; count < 5; count += 1)
    await expect(uploadImage(file('a.png'))).rejects.toMatchObject({ status: 500 })
})

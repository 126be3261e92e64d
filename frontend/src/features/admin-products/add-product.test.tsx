import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner, listAnswer, productOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

let sent: unknown[] = []

function open(answer?: () => Response) {
  server.use(
    http.get(at('/api/products'), () => listAnswer([productOf()])),
    http.post(at('/api/products'), async ({ request }) => {
      sent.push(await request.json())
      return answer?.() ?? HttpResponse.json({ message: 'ok', product: productOf() }, { status: 201 })
    }),
  )
  return renderApp('/admin/products/addProducts')
}
const field = (label: string | RegExp) => screen.findByLabelText(label)
const submit = () => screen.getByRole('button', { name: 'Add Product' })

async function fill(user: ReturnType<typeof open>['user'], values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await user.type(await field(new RegExp(`^${label}`)), value)
}
const NEEDED = { 'Product ID': 'ARA-NEW-1', 'Product Name': 'New Balm', Price$: '1250.50', Stock: '7' }

asOwner()
beforeEach(() => {
  sent = []
})

describe('adding a product', () => {
  it('shows errors on the fields', async () => {
    const { user } = open()
    await fill(user, {
      'Product ID': '-x',
      Price$: '10',
      'Last Price': '11',
      Stock: '1.5',
      'Shade \\(': 'Ruby',
      'Alternative Names': Array.from({ length: 21 }, (_, index) => index).join(','),
    })
    await user.click(submit())
    for (const text of [
      'Use up to 64 letters, digits, _ and -, starting with a letter or digit',
      'Last price must not be above the price',
      'Stock must be a whole number from 0 to 1,000,000',
      'A shade needs its colour too',
      'There may be at most 20 alternative names',
    ])
      expect(await screen.findByText(text)).toBeVisible()
  })

  it('sends the input, reports success and returns to the list', async () => {
    const { user, router } = open()
    await fill(user, {
      ...NEEDED,
      'Alternative Names': 'Balm,, Night Balm ',
      Description: 'Soft.',
      Brand: 'Kiripol',
    })
    await user.type(await field('Picture address'), 'https://cdn.example/a.webp{Enter}')
    await user.click(submit())
    await expectNotice('The Product Was Added Successfully')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/products'))
    expect(sent).toEqual([
      {
        productId: 'ARA-NEW-1',
        productName: 'New Balm',
        altNames: ['Balm', 'Night Balm'],
        images: ['https://cdn.example/a.webp'],
        description: 'Soft.',
        price: 1250.5,
        lastPrice: null,
        stock: 7,
        brand: 'Kiripol',
        category: null,
        family: null,
        shade: null,
        weightGrams: null,
      },
    ])
  })

  it('shows the server’s errors on their fields', async () => {
    const errors = { 'images[0]': ['host is not allowed'], 'shade.hex': ['must be a colour such as #A6202F'] }
    const { user } = open(() => problem(422, { errors }))
    await fill(user, NEEDED)
    await user.click(submit())
    expect(await screen.findByText('Picture 1: host is not allowed')).toBeVisible()
    expect(screen.getByText('Must be a colour such as #A6202F')).toBeVisible()
  })
})

describe('the pictures of a product', () => {
  const shown = () => screen.getAllByRole('img', { name: /^Picture/ }).map((img) => img.getAttribute('src'))
  const add = async (user: ReturnType<typeof open>['user'], url: string) => {
    await user.type(await field('Picture address'), url)
    await user.click(screen.getByRole('button', { name: 'Add' }))
  }

  it('keep the focus on the used button, and announce their position', async () => {
    const { user } = open()
    for (const name of ['a', 'b', 'c']) await add(user, `https://cdn.example/${name}.webp`)
    const button = (name: string) => screen.getByRole('button', { name })
    await user.click(button('Move picture 3 forward'))
    expect(button('Move picture 2 forward')).toHaveFocus()
    expect(screen.getByText('Picture 2 of 3')).toHaveAttribute('role', 'status')
    await user.keyboard('{Enter}')
    expect(screen.getByText('Picture 1 of 3')).toBeInTheDocument()
    expect(button('Move picture 1 back')).toHaveFocus()
    await user.click(button('Remove picture 3'))
    expect(button('Remove picture 2')).toHaveFocus()
    expect(screen.getByText('Picture 3 removed, 2 left')).toBeInTheDocument()
    await user.keyboard('{Enter}{Enter}')
    expect(screen.getByLabelText('Choose pictures')).toHaveFocus()
  })

  it('are added by URL, each once', async () => {
    const { user } = open()
    await add(user, 'javascript:alert(1)')
    expect(await screen.findByText('Please paste an address that starts with https://')).toBeVisible()
    await user.clear(await field('Picture address'))
    await add(user, 'https://cdn.example/a.webp')
    await add(user, 'https://cdn.example/a.webp')
    expect(await screen.findByText('This picture is there already')).toBeVisible()
    expect(shown()).toHaveLength(1)
  })

  it('are not lost while a typed URL is not added yet', async () => {
    const { user } = open()
    await fill(user, NEEDED)
    await user.type(await field('Picture address'), 'https://cdn.example/a.webp')
    await user.click(submit())
    const sentence = 'Please add or clear the picture address.'
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(await field('Picture address')).toHaveFocus()
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(screen.queryByText(sentence)).toBeNull()
    await user.click(submit())
    await waitFor(() => expect(sent).toMatchObject([{ images: ['https://cdn.example/a.webp'] }]))
  })

  it('count as a change when only a URL was typed', async () => {
    const { user } = open()
    await user.type(await field('Picture address'), 'https://cdn.example/a.webp')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  it('are added in the order in which they were chosen, two at a time', async () => {
    const names = ['a.png', 'b.png', 'c.png']
    const waiting = [...names]
    const answers = new Map<string, () => void>()
    const { user } = open()
    server.use(
      http.post(at('/api/images'), async () => {
        const name = waiting.shift() ?? ''
        await new Promise<void>((resolve) => answers.set(name, resolve))
        return HttpResponse.json({ url: `/images/${name}` }, { status: 201 })
      }),
    )
    const files = names.map((name) => new File(['x'], name, { type: 'image/png' }))
    await user.upload(await field('Choose pictures'), files)
    await waitFor(() => expect([...answers.keys()]).toEqual(['a.png', 'b.png']))
    answers.get('b.png')?.()
    await waitFor(() => expect(answers.has('c.png')).toBe(true))
    answers.get('c.png')?.()
    expect(screen.queryByRole('list', { name: 'Pictures' })).toBeNull()
    answers.get('a.png')?.()
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull())
    expect(shown()).toEqual(names.map((name) => at(`/images/${name}?w=640`)))
  })

  it('report why an upload failed', async () => {
    const { user } = open()
    server.use(http.post(at('/api/images'), () => problem(415, { message: 'This is not a picture.' })))
    await user.upload(await field('Choose pictures'), [
      new File(['x'], 'a.png', { type: 'image/png' }),
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
    ])
    expect(await screen.findByText('This is not a picture.')).toBeVisible()
    expect(screen.getByText('The picture is larger than 5 MB.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss a.png' }))
    expect(screen.queryByText('This is not a picture.')).toBeNull()
  })
})

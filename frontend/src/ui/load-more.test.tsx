import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { LoadMore } from './load-more'

function List({ link }: { link: boolean }) {
  const [rows, setRows] = useState(2)
  return (
    <>
      <div>
        <ul>
          {Array.from({ length: rows }, (_, place) => `Row ${place + 1}`).map((row) => (
            <li key={row}>{link ? <a href="/x">{row}</a> : row}</li>
          ))}
        </ul>
      </div>
      <LoadMore
        hasMore={rows < 4}
        pending={false}
        onLoad={() => void setTimeout(() => setRows(4))}
        shown={rows}
        total="4"
        noun="rows"
      />
      <button type="button">Elsewhere</button>
    </>
  )
}

it.each([true, false])(
  'gives the focus to the first new row when it goes; rows with links: %s',
  async (link) => {
    render(<List link={link} />)
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.getByText('Row 3')).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  },
)

it('leaves the focus where the user has moved it', async () => {
  render(<List link />)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  screen.getByRole('button', { name: 'Elsewhere' }).focus()
  expect(await screen.findByText('Row 4')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
})

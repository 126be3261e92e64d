import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { BackupRun, Backups } from '@/api/types'
import { asOwner, signInStaff } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { formatBytes, proofOf } from './backup-settings'

const NONE: Backups = {
  schedule: null,
  runs: [],
  lastSuccessAt: null,
  isOverdue: false,
  hasFailed: false,
  heldMails: null,
}

const RUN: BackupRun = {
  id: 1,
  state: 'succeeded',
  startedAt: '2026-11-23T21:00:00Z',
  finishedAt: '2026-11-23T21:02:00Z',
  file: 'shop-2026-11-23T210000Z.backup',
  sizeBytes: 12_345_678,
  verifiedAt: '2026-11-23T21:02:00Z',
  verification: 'restored',
  error: null,
  deletedAt: null,
}

const SCHEDULE = { at: '02:30', keep: 14, place: '/var/backups/shop' }

const answer = (backups: Partial<Backups>) =>
  server.use(http.get(at('/api/admin/backups'), () => HttpResponse.json({ ...NONE, ...backups })))

asOwner()

describe('the backups', () => {
  it('say how to configure them where none are made', async () => {
    answer({})
    renderApp('/admin/settings/backups')
    expect(await screen.findByText('No backups are made')).toBeVisible()
    expect(screen.getByText('BACKUP_TO')).toBeVisible()
  })

  it('are listed with their verification, and the reason of a failure', async () => {
    const failed = { ...RUN, id: 2, state: 'failed', verification: null, error: 'the disk is full' } as const
    answer({ schedule: SCHEDULE, runs: [failed, RUN], hasFailed: true, lastSuccessAt: RUN.finishedAt })
    renderApp('/admin/settings/backups')
    const table = await screen.findByRole('table', { name: 'Backups, newest first' })
    expect(within(table).getByText('the disk is full')).toBeVisible()
    expect(within(table).getByText('Restored on trial and checked')).toBeVisible()
    expect(within(table).getAllByText('12.3 MB')).toHaveLength(2)
    expect(screen.getByText(/Every day at 2:30 AM, into \/var\/backups\/shop/)).toBeVisible()
    const concern = screen.getByText(/The last backup failed, and is tried again\./)
    expect(concern).toHaveAttribute('role', 'status')
  })

  it('warn when one is overdue', async () => {
    answer({ schedule: SCHEDULE, isOverdue: true })
    renderApp('/admin/settings/backups')
    expect(await screen.findByText(/A backup is overdue. There is none in order./)).toBeVisible()
  })

  it('hold mails after a restore until an owner sends them', async () => {
    let held: Backups['heldMails'] = {
      since: '2026-11-24T04:00:00Z',
      snapshotAt: '2026-11-23T21:00:00Z',
      waiting: 3,
    }
    server.use(
      http.get(at('/api/admin/backups'), () => HttpResponse.json({ ...NONE, heldMails: held })),
      http.post(at('/api/admin/outbox/release'), () => {
        held = null
        return HttpResponse.json({ waiting: 3 })
      }),
    )
    const { user } = renderApp('/admin/settings/backups')
    expect(await screen.findByText(/3 mails wait\. Some may have been sent/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send the mails' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await expectNotice('The mails are not held back any more.')
    expect(screen.queryByText(/3 mails wait\. Some/)).toBeNull()
  })

  it('are for owners', async () => {
    endSession('logout')
    signInStaff('fulfilment')
    renderApp('/admin/settings/backups')
    expect(await screen.findByText('This page is for the role Owner.')).toBeVisible()
  })
})

describe('a backup', () => {
  it('has its size in MB or GB', () => {
    expect([0, 12_345_678, 5_000_000_000].map(formatBytes)).toEqual(['0.0 MB', '12.3 MB', '5.0 GB'])
  })

  it('that was broken off says so', () => {
    const broken: BackupRun = { ...RUN, state: 'failed', finishedAt: null, verification: null }
    expect(proofOf(broken)).toBe('The server stopped while it was made.')
    expect(proofOf({ ...RUN, verification: 'checksums' })).toBe('Read again and complete')
  })
})

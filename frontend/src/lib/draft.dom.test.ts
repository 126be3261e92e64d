import { beforeEach, describe, expect, it } from 'vitest'
import { clearDraft, loadDraft, saveDraft } from './draft'

const BLANK = { name: '', text: '' }

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  it('is restored to its owner only', () => {
    saveDraft('letter', 'a@example.com', { name: 'A', text: 'Dear' })
    expect(loadDraft('letter', 'a@example.com', BLANK)).toEqual({ name: 'A', text: 'Dear' })
    expect(loadDraft('letter', 'b@example.com', BLANK)).toBeNull()
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    expect(loadDraft('other', 'a@example.com', BLANK)).toBeNull()
  })

  it('is removed when it is sent or blank', () => {
    saveDraft('letter', null, { name: 'A', text: '' })
    saveDraft('letter', null, { name: ' ', text: '' })
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    saveDraft('letter', null, { name: 'A', text: '' })
    clearDraft('letter')
    expect(loadDraft('letter', null, BLANK)).toBeNull()
  })

  it('is ignored when its shape differs from the form', () => {
    saveDraft('letter', null, { name: 'A' })
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    sessionStorage.setItem('draft-letter', '[1]')
    expect(loadDraft('letter', null, BLANK)).toBeNull()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { clearDraft, loadDraft, saveDraft } from './draft'

const BLANK = { name: '', text: '' }

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  it('is given back to whoever typed it, and to nobody else', () => {
    saveDraft('letter', 'a@example.com', { name: 'A', text: 'Dear' })
    expect(loadDraft('letter', 'a@example.com', BLANK)).toEqual({ name: 'A', text: 'Dear' })
    expect(loadDraft('letter', 'b@example.com', BLANK)).toBeNull()
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    expect(loadDraft('other', 'a@example.com', BLANK)).toBeNull()
  })

  it('is gone when it was sent, or is blank again', () => {
    saveDraft('letter', null, { name: 'A', text: '' })
    saveDraft('letter', null, { name: ' ', text: '' })
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    saveDraft('letter', null, { name: 'A', text: '' })
    clearDraft('letter')
    expect(loadDraft('letter', null, BLANK)).toBeNull()
  })

  it('is nothing where it is not what the form asks for', () => {
    saveDraft('letter', null, { name: 'A' })
    expect(loadDraft('letter', null, BLANK)).toBeNull()
    sessionStorage.setItem('draft-letter', '[1]')
    expect(loadDraft('letter', null, BLANK)).toBeNull()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { forgetDraft, keepDraft, keptDraft } from './draft'

const BLANK = { name: '', text: '' }

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  it('is given back to whoever typed it, and to nobody else', () => {
    keepDraft('letter', 'a@example.com', { name: 'A', text: 'Dear' })
    expect(keptDraft('letter', 'a@example.com', BLANK)).toEqual({ name: 'A', text: 'Dear' })
    expect(keptDraft('letter', 'b@example.com', BLANK)).toBeNull()
    expect(keptDraft('letter', null, BLANK)).toBeNull()
    expect(keptDraft('other', 'a@example.com', BLANK)).toBeNull()
  })

  it('is gone when it was sent, or is blank again', () => {
    keepDraft('letter', null, { name: 'A', text: '' })
    keepDraft('letter', null, { name: ' ', text: '' })
    expect(keptDraft('letter', null, BLANK)).toBeNull()
    keepDraft('letter', null, { name: 'A', text: '' })
    forgetDraft('letter')
    expect(keptDraft('letter', null, BLANK)).toBeNull()
  })

  it('is nothing where it is not what the form asks for', () => {
    keepDraft('letter', null, { name: 'A' })
    expect(keptDraft('letter', null, BLANK)).toBeNull()
    sessionStorage.setItem('draft-letter', '[1]')
    expect(keptDraft('letter', null, BLANK)).toBeNull()
  })
})

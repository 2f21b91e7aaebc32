import { expect, it } from 'vitest'
import { rememberSharingLinks, sharingLinkField } from './sharing-link.ts'

it('requests for exports have the link of the host as soon as it names one', () => {
  const fields = () => [sharingLinkField(false), sharingLinkField(true)]
  expect(fields()).toEqual([{}, {}])
  rememberSharingLinks({ sharingLink: 'javascript:alert(1)', sharingExplorationLink: 7 })
  expect(fields()).toEqual([{}, {}])
  rememberSharingLinks({ sharingLink: 'https://host.example/a' })
  expect(fields()).toEqual([{ sharingLink: 'https://host.example/a' }, { sharingLink: 'https://host.example/a' }])
  rememberSharingLinks({ sharingExplorationLink: 'https://host.example/mine' })
  expect(fields()).toEqual([{ sharingLink: 'https://host.example/a' }, { sharingLink: 'https://host.example/mine' }])
  rememberSharingLinks({ sharingLink: null, sharingExplorationLink: null })
  expect(fields()).toEqual([{ sharingLink: null }, { sharingLink: null }])
})

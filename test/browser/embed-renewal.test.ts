import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform, type Shown } from './embed-platform.ts'

/** What happens to an embed when its token expires, in the frame of a host on another site. */
describe.skipIf(!hasChromium)(`renewal of embeds${skipReason}`, () => {
  let platform: EmbedPlatform

  beforeAll(async () => {
    platform = await openEmbedPlatform()
  })
  afterAll(() => platform?.close())

  const endsIn = (seconds: number) => ({ exp: Math.floor(Date.now() / 1000) + seconds })
  const regions = ({ frame }: Shown) => frame.getByRole('region', { name: 'Regions', exact: true })

  it('is notified a minute ahead, and continues with a new token without interruption', async () => {
    const claims = endsIn(64)
    const shown = await platform.open({ claims, more: '&Area=West' })
    await regions(shown).getByText('56,732').waitFor()
    const { expiresAt } = await shown.nextMessage('workbook:session:expiring')
    expect(Date.parse(String(expiresAt))).toBe(claims.exp * 1000)
    await regions(shown).getByText('56,732').click()
    await shown.frame.locator('main').evaluate((main) => main.scrollTo(0, 200))
    await shown.inner().evaluate(() => Object.assign(window, { isSamePage: true }))
    const selected = regions(shown).locator('[aria-selected=true]')
    const before = await selected.allInnerTexts()
    const renewed = shown.page.waitForResponse((answer) => answer.url().endsWith('/auth/embed') && answer.ok())
    await shown.send({ type: 'workbook:session:update', jwt: platform.sign(endsIn(3_600)) })
    await renewed
    expect(await shown.inner().evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(await shown.frame.locator('main').evaluate((main) => main.scrollTop)).toBe(200)
    expect(await selected.allInnerTexts()).toEqual(before)
    expect(await shown.heard('workbook:variables:onchange')).toEqual([])
    // Requests use the new session.
    const asked = shown.page.waitForRequest((request) => request.url().includes('/pages/p1/data'))
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'East' } })
    const answered = (await renewed.then((answer) => answer.json())) as { sessionToken: string }
    expect((await asked).headers().authorization).toBe(`Bearer ${answered.sessionToken}`)
    await regions(shown).getByText('51,812').waitFor()
    expect(await shown.heard('workbook:error')).toEqual([])
    await shown.close()
  })

  it('accepts no token of another user, and no token twice', async () => {
    const token = platform.sign()
    const shown = await platform.show(`${platform.url}?:jwt=${token}&:embed=true`)
    await regions(shown).getByText('East').waitFor()
    await shown.send({ type: 'workbook:session:update', jwt: platform.sign({ sub: 'eve@customer.example' }) })
    const text = "You don't have permission to access this page."
    expect(await shown.nextMessage('workbook:error')).toMatchObject({ code: 'EINVAL', message: text })
    await shown.send({ type: 'workbook:session:update', jwt: token })
    expect(await shown.nextMessage('workbook:error', 1)).toMatchObject({ code: 'EINVAL', message: text })
    await shown.send({ type: 'workbook:variables:update', variables: { Area: 'West' } })
    await regions(shown).getByText('East').waitFor({ state: 'detached' })
    await shown.close()
  })

  it('continues after a reload, with the first token and with the one that renewed it', async () => {
    const shown = await platform.open({ origin: platform.sameSite })
    await regions(shown).getByText('East').waitFor()
    const renewed = shown.page.waitForResponse((answer) => answer.url().endsWith('/auth/embed') && answer.ok())
    await shown.send({ type: 'workbook:session:update', jwt: platform.sign() })
    await renewed
    await shown.page.reload()
    await regions(shown).getByText('East').waitFor()
    await shown.close()
  })

  it('shows nothing once its token is over, and everything again with a new one', async () => {
    const shown = await platform.open({ claims: endsIn(12) })
    await regions(shown).getByText('East').waitFor()
    await shown.nextMessage('workbook:session:expiring')
    await shown.frame.getByRole('alert').getByText('Session expired. Reload the page.').waitFor()
    expect(await shown.frame.getByRole('region').count()).toBe(0)
    expect(await shown.nextMessage('workbook:error')).toMatchObject({ code: 'EINVAL' })
    await shown.send({ type: 'workbook:session:update', jwt: platform.sign() })
    await regions(shown).getByText('East').waitFor()
    await shown.close()
    expect(platform.complaints).toEqual([])
  })
})

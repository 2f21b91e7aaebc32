import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'
import { signInOnce } from './sign-in.ts'

const whyNot = skipReason || (whyNoPostgres() ?? '')

describe.skipIf(!hasChromium || whyNoPostgres() !== null)(
  `rows that are stored in a connection, on screen${whyNot}`,
  () => {
    let postgres: PostgresServer
    let octavo: RunningOctavo
    let browser: Browser
    let client: pg.Client

    beforeAll(async () => {
      const allowed = { OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1' }
      ;[postgres, octavo, browser] = await Promise.all([startPostgres(), startOctavo(allowed), launchChromium()])
      client = new pg.Client(postgres.urlOf('postgres'))
      await client.connect()
      await client.query(`CREATE ROLE writer LOGIN PASSWORD 'x'; CREATE SCHEMA kept AUTHORIZATION writer`)
    })
    afterAll(async () => {
      await client?.end()
      await browser?.close()
      await octavo?.stop()
      await postgres?.stop()
    })

    it('an input table shows that it cannot be edited and why, and can be edited again once the connection accepts changes', async () => {
      const api = await apiOf(octavo)
      const member = await newMember(browser, api, { firstName: 'Rita', lastName: 'Rows', memberType: 'Build' })
      const { hostname: host, port } = new URL(postgres.urlOf('postgres'))
      const connection = {
        name: 'Shop',
        details: { type: 'postgres', host, port: Number(port), database: 'postgres', user: 'writer', password: 'x' },
        writeAccess: true,
        writeSchema: 'kept',
      }
      const { connectionId } = await api('POST', '/v2/connections', connection)
      const notes = {
        id: 'notes',
        kind: 'input-table',
        name: 'Notes',
        source: { kind: 'empty', connectionId },
        inputMode: 'edit',
        columns: [
          { id: 'ID', hidden: true },
          { id: 'word', type: 'text', name: 'Word' },
        ],
      }
      const { workbookId } = await api('POST', '/v2/workbooks/spec', {
        name: 'Kept',
        folderId: member.homeFolderId,
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'Page', elements: [notes] }],
      })
      await api('POST', `/v2/workbooks/${workbookId}/grants`, {
        grants: [{ grantee: { memberId: member.memberId }, permission: 'edit' }],
      })
      const rows = `/v2/workbooks/${workbookId}/elements/notes/rows`
      await api('POST', rows, { insert: [{ word: 'before' }] })
      const { rows: stored } = await client.query('SELECT row_count FROM kept.octavo_input_tables')
      expect(stored).toEqual([{ row_count: '1' }])

      const address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
      const door = createDoor(browser, octavo)
      const page = await door.open(address, member.state)
      const tile = page.locator('[data-element=notes]')
      await tile.getByRole('gridcell', { name: 'before', exact: true }).waitFor()
      await client.query('REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA kept FROM writer')
      await expect(api('POST', rows, { insert: [{ word: 'lost' }] })).rejects.toThrow('edits_stopped')

      const label = tile.getByRole('status').filter({ hasText: 'Unable to edit' })
      await label.waitFor()
      // Only users who may use the connection see the reason: the platform's message names its tables.
      await label.getByText(/It refused a change\. Editing resumes automatically/).waitFor()
      expect(await tile.getByRole('gridcell', { name: 'lost', exact: true }).count()).toBe(0)
      expect(await faultsInBothThemes(page)).toEqual([])
      await inTheme(page, 'light')
      await picture(page, 'unable-to-edit-light')
      await inTheme(page, 'dark')
      await picture(page, 'unable-to-edit-dark')
      await page.setViewportSize({ width: 390, height: 844 })
      await picture(page, 'unable-to-edit-narrow')

      await api('POST', `/v2/connections/${connectionId}/grants`, {
        grants: [{ grantee: { memberId: member.memberId }, permission: 'usage' }],
      })
      await page.reload()
      await label.getByText(/permission denied/).waitFor()
      await client.query('GRANT ALL ON ALL TABLES IN SCHEMA kept TO writer')
      await api('PUT', `/v2/connections/${connectionId}`, connection)
      await label.waitFor({ state: 'detached' })
      await api('POST', rows, { insert: [{ word: 'after' }] })
      await tile.getByRole('gridcell', { name: 'after', exact: true }).waitFor()
      expect(door.complaints).toEqual([])
      await page.context().close()
    })

    it('rows move into the write schema once an administrator enables write access, each once and with its history', async () => {
      const api = await apiOf(octavo)
      const { hostname: host, port } = new URL(postgres.urlOf('postgres'))
      await client.query('CREATE SCHEMA later AUTHORIZATION writer')
      const details = {
        type: 'postgres',
        host,
        port: Number(port),
        database: 'postgres',
        user: 'writer',
        password: 'x',
      }
      const { connectionId } = await api('POST', '/v2/connections', { name: 'Later', details })
      const admin = await signInOnce(browser, octavo.address)
      const { userId } = await api('GET', '/v2/whoami')
      const { homeFolderId } = await api('GET', `/v2/members/${userId}`)
      const table = {
        id: 'moving',
        kind: 'input-table',
        name: 'Moving',
        source: { kind: 'empty', connectionId },
        inputMode: 'edit',
        columns: [
          { id: 'ID', hidden: true },
          { id: 'word', type: 'text', name: 'Word' },
        ],
      }
      const { workbookId } = await api('POST', '/v2/workbooks/spec', {
        name: 'Moved',
        folderId: homeFolderId,
        schemaVersion: 1,
        pages: [{ id: 'p', name: 'Page', elements: [table] }],
      })
      const door = createDoor(browser, octavo)
      const address = new URL((await api('GET', `/v2/workbooks/${workbookId}`)).url ?? '').pathname
      const page = await door.open(`${address}/edit`, admin)
      const tile = page.locator('[data-element=moving]')
      const enter = async (words: readonly string[]) => {
        await tile.getByRole('gridcell', { name: 'New row' }).first().waitFor()
        await tile.getByRole('grid').focus()
        await page.keyboard.press('Control+End')
        for (const word of words) {
          await page.keyboard.type(word)
          await page.keyboard.press('Enter')
        }
        await tile.getByRole('gridcell', { name: words.at(-1) ?? '', exact: true }).waitFor()
      }
      await enter(['one', 'two', 'three'])
      await expect
        .poll(async () => (await client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'later'")).rowCount)
        .toBe(0)

      const settings = await door.open(`/administration/connections/${connectionId}`, admin)
      await settings.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = settings.getByRole('dialog', { name: 'Change Later' })
      for (const [label, text] of Object.entries({ Host: host, Port: port, Database: 'postgres', User: 'writer' })) {
        await dialog
          .getByLabel(label, { exact: true })
          .or(dialog.getByLabel(new RegExp(`^${label}`)))
          .first()
          .fill(text)
      }
      await dialog.getByLabel('Password', { exact: true }).fill('x')
      await dialog.getByRole('checkbox', { name: /^Encrypted connection/ }).uncheck()
      await dialog.getByRole('checkbox', { name: /^Write access/ }).check()
      await dialog.getByRole('textbox', { name: 'Write schema' }).fill('later')
      await dialog.getByRole('button', { name: 'Test' }).click()
      const written = dialog.getByText('The write schema can be written.')
      await written.waitFor()
      // The result is in view, although the form is longer than the dialog.
      const isInView = async () => {
        const [text, foot] = [
          await written.boundingBox(),
          await dialog.getByRole('button', { name: 'Test' }).boundingBox(),
        ]
        return text !== null && foot !== null && text.y + text.height <= foot.y
      }
      await expect.poll(isInView).toBe(true)
      await picture(settings, 'write-access')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })

      const counts = async () => {
        const { rows } = await client
          .query('SELECT row_count FROM later.octavo_input_tables')
          .catch(() => ({ rows: [] }))
        return rows as object[]
      }
      await expect.poll(counts, { timeout: 30_000 }).toEqual([{ row_count: '3' }])
      // The page that was open before goes on without a reload.
      await enter(['four'])
      await expect.poll(counts).toEqual([{ row_count: '4' }])
      await page.reload()
      for (const word of ['one', 'two', 'three', 'four']) {
        await tile.getByRole('gridcell', { name: word, exact: true }).waitFor()
        expect(await tile.getByRole('gridcell', { name: word, exact: true }).count()).toBe(1)
      }
      await tile.getByRole('gridcell', { name: 'one', exact: true }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: /history/i }).click()
      await page.getByRole('dialog').getByText('one').first().waitFor()
      await picture(page, 'moved-rows')
      const { entries } = await api<{ entries: { eventType: string; details: object }[] }>(
        'GET',
        `/v2/audit/events?eventType=INPUT_TABLE_ROWS_MOVED&objectId=${workbookId}`,
      )
      expect(entries).toMatchObject([{ details: { elementId: 'moving', connectionId, rows: 3 } }])
      expect(door.complaints).toEqual([])
      await settings.context().close()
      await page.context().close()
    })
  },
)

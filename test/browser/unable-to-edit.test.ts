import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../setup/postgres-server.ts'
import { faultsInBothThemes } from './accessibility.ts'
import { apiOf, createDoor, newMember } from './api.ts'
import { hasChromium, launchChromium, skipReason } from './chromium.ts'
import { type RunningOctavo, startOctavo } from './octavo.ts'
import { inTheme, picture } from './pictures.ts'

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
      await label.getByText(/It refused a change\. Administrators have been notified/).waitFor()
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
  },
)

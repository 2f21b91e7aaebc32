import type { Schedule } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { addPerson } from '../testing.ts'
import { csv, filesIn, useScheduleRuns } from './testing-schedule-runs.ts'

describeStores('recipients and owners of scheduled exports', (openStore) => {
  const { setup, ask, path, schedule, remove, runsOf, shown, toNextHour, work } = useScheduleRuns(openStore)

  test('as the recipient, each member gets their own data; a recipient who is not a member stops the run', async () => {
    const { analyst, builder } = setup().platform.people
    const target = [{ email: analyst.email.toUpperCase() }, { ccEmail: builder.email }]
    const id = await schedule({ runAsRecipient: true }, { target })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const sent = setup().mails.map(
      (mail) => [mail.to, filesIn(mail).get('Store sales - Orders.csv')?.toString() ?? ''] as const,
    )
    expect(sent).toHaveLength(2)
    for (const [to, file] of sent) expect(file).toContain(to[0]?.toLowerCase())
    await ask('builder', 'PATCH', `${path()}/${id}`, { target: [...target, { email: 'reader@example.com' }] })
    toNextHour()
    await work()
    expect((await runsOf(id))[0]).toMatchObject({
      state: 'error',
      reason: 'No users found in organization for the provided email recipients: reader@example.com.',
    })
    await ask('builder', 'PATCH', `${path()}/${id}`, { target: [{ email: setup().platform.people.stranger.email }] })
    toNextHour()
    await work()
    expect((await runsOf(id))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('may not see') })
    await remove(id)
  })

  test('teams are their currently active members, without duplicates', async () => {
    const { analyst, viewer } = setup().platform.people
    const team = await ask('admin', 'POST', '/v2/teams', {
      name: 'Sales',
      visibility: 'public',
      members: [analyst.memberId, viewer.memberId],
    })
    const { teamId } = team.body as { teamId: string }
    const id = await schedule({}, { target: [{ email: viewer.email }, { teamId }] })
    toNextHour()
    await work()
    expect(
      setup()
        .mails.flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual([analyst.email, viewer.email].toSorted())
    await remove(id)
  })

  test('a recipient whom the mail server refuses, while it accepts others, is reported', async () => {
    const id = await schedule({}, { target: [{ email: 'gone@example.com' }, { email: 'reader@example.com' }] })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([
      { state: 'success', reason: 'gone@example.com was refused: 550 nobody here' },
    ])
    await remove(id)
  })

  test('it is sent with the current rights of its owner', async () => {
    const join = (name: string) => {
      const { store, secrets, clock, organizationId } = setup().platform
      return addPerson({
        store,
        secrets,
        clock,
        organizationId,
        name,
        accountType: 'Build',
        userKind: 'internal',
        hash: null,
      })
    }
    const owner = await join('owner')
    const grants = { grants: [{ grantee: { memberId: owner.memberId }, permission: 'view' }] }
    expect((await ask('admin', 'POST', `/v2/workbooks/${setup().workbookId}/grants`, grants)).status).toBe(200)
    const { body } = await ask('admin', 'POST', path(), {
      target: [{ email: 'reader@example.com' }],
      schedule: { cronSpec: '0 * * * *', timezone: 'UTC' },
      configV2: { title: 'Orders', messageBody: '', exportAttachments: [csv] },
      ownerId: owner.memberId,
    })
    const id = (body as Schedule).scheduledNotificationId
    expect(await shown(id)).toMatchObject({ ownerId: owner.memberId })
    const runNext = async () => {
      toNextHour()
      await work()
      return (await runsOf(id))[0]
    }
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { memberType: 'View' })
    expect(await runNext()).toMatchObject({ state: 'error', reason: expect.stringContaining('schedule-exports') })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { memberType: 'Build' })
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'DELETE', `/v2/files/${setup().workbookId}`)
    expect(await runNext()).toMatchObject({ state: 'skipped', reason: 'The workbook is in the archive.' })
    await ask('admin', 'PATCH', `/v2/files/${setup().workbookId}`, { restore: true })
    expect(await runNext()).toMatchObject({ state: 'success' })
    await ask('admin', 'PATCH', `/v2/members/${owner.memberId}`, { isArchived: true })
    expect(await runNext()).toMatchObject({ state: 'error', reason: expect.stringContaining('not active') })
    expect(setup().mails.filter(({ subject }) => subject === 'Orders')).toHaveLength(3)
    await remove(id)
  })
})

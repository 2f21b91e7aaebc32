import Type, { type Static } from 'typebox'

/** What the queue has to know of a kind of job. */
interface JobKindDefinition<S extends Type.TSchema> {
  payload: S
  /** How often it may be started, the first time included. */
  maxAttempts: number
  /** From enqueueing to the end, whatever happens in between. */
  deadlineMs: number
  /** How many of it one process runs at once; absent: as many as the worker says for every kind. */
  slots?: number
  /** How many of these are one member's at once; absent: all. */
  slotsOfMember?: number
}

const define = <S extends Type.TSchema>(definition: JobKindDefinition<S>): JobKindDefinition<S> => definition

const minuteMs = 60_000

/** Every kind of job, by its name. The handler of each lies in the server's `jobs`. */
export const jobKinds = {
  /** Runs the export and publishes its file. */
  export: define({
    payload: Type.Object({ exportId: Type.String() }),
    maxAttempts: 3,
    deadlineMs: 60 * minuteMs,
  }),
  /** Removes the file of an export whose validity is over. */
  'export.expire': define({
    payload: Type.Object({ exportId: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Makes the picture of a workbook for lists. One at a time: nobody waits for it. */
  'card.picture': define({
    payload: Type.Object({
      documentId: Type.String(),
      memberId: Type.String(),
      fingerprint: Type.String({ description: "Of the member's rights when it was asked for." }),
      theme: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
      version: Type.Integer({ description: 'Published when it was asked for; the picture is of the latest.' }),
    }),
    maxAttempts: 2,
    deadlineMs: 10 * minuteMs,
    slots: 1,
  }),
  /** Chains the audit events that were committed since the last time. */
  'audit.seal': define({ payload: Type.Object({}), maxAttempts: 5, deadlineMs: 10 * minuteMs }),
  /** Makes the files of a scheduled export for one of its due times. The deadline is that of its deliveries too. */
  'schedule.run': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
  }),
  /** Mails the files of a run. */
  'schedule.mail': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number(), name: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 4,
  }),
  /** Sends the files of a run to one webhook. It waits for a stranger's server, so nobody gets all slots. */
  'schedule.webhook': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number(), name: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 8,
    slotsOfMember: 4,
  }),
  /** Sends the files of a run to one conversation in Slack. */
  'schedule.slack': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number(), name: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 4,
    slotsOfMember: 2,
  }),
  /** Writes the files of a run to one place in cloud storage. Files have no limit of rows, so an attempt may take long. */
  'schedule.storage': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number(), name: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 4,
    slotsOfMember: 2,
  }),
  /** Mails the owner of a scheduled export what became of it. */
  'schedule.notice': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Mails the link of an invitation, made when it is sent. */
  'mail.invitation': define({
    payload: Type.Object({ memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Mails the link with which a member chooses a new password, made when it is sent. */
  'mail.password-reset': define({
    payload: Type.Object({ memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 60 * minuteMs,
  }),
  /** Tells one member of a request for a protected version tag, or what became of it. */
  'mail.tag-request': define({
    payload: Type.Object({ requestId: Type.String(), memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Tells the owner of a file that somebody asks for access to it; once that is decided, tells who asked. */
  'mail.access-request': define({
    payload: Type.Object({ requestId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Runs a sequence of actions that a webhook started. */
  'sequence.run': define({
    payload: Type.Object({
      workbookId: Type.String(),
      sequenceId: Type.String(),
      memberId: Type.String({ description: 'Whose rights it has.' }),
      values: Type.Record(Type.String(), Type.Unknown(), { description: 'What the request sent, by variable.' }),
    }),
    maxAttempts: 3,
    deadlineMs: 10 * minuteMs,
    slots: 4,
    slotsOfMember: 2,
  }),
  /** Brings the latest version of a template to the workbooks that follow it. */
  'template.follow': define({
    payload: Type.Object({ templateId: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 2,
  }),
  /** Tells a member that a comment mentions them. */
  'mail.comment': define({
    payload: Type.Object({ commentId: Type.String(), memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Stores the rows of an element as tables. One at a time: it takes the engine longer than anything that people wait for. */
  'materialization.run': define({
    payload: Type.Object({ runId: Type.String() }),
    maxAttempts: 3,
    deadlineMs: 120 * minuteMs,
    slots: 1,
  }),
  /** Syncs a connection because it is time. Several wait for slow data platforms while the others go on. */
  'catalog.sync': define({
    payload: Type.Object({
      connectionId: Type.String(),
      baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Of links in mails; null: no links.' }),
    }),
    maxAttempts: 3,
    deadlineMs: 60 * minuteMs,
    slots: 2,
  }),
  /**
   * Brings input tables of a connection and what the store knows of them together: looks whether edits work again, ends edits that
   * were cut off, and moves rows that may stand in the connection.
   */
  'input-tables.settle': define({
    payload: Type.Object({
      connectionId: Type.String(),
      baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Of links in mails; null: no links.' }),
    }),
    maxAttempts: 3,
    deadlineMs: 60 * minuteMs,
    slots: 1,
  }),
  /** Tells an administrator that edits of input tables of a connection stopped, and why. */
  'mail.edit-trouble': define({
    payload: Type.Object({
      connectionId: Type.String(),
      troubleId: Type.String(),
      reason: Type.String(),
      memberId: Type.String(),
      baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Null: no link.' }),
    }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Tells an administrator that another one has switched something of the organization. */
  'mail.switch': define({
    payload: Type.Object({
      switchId: Type.String(),
      what: Type.Union([Type.Literal('write-access'), Type.Literal('audit-log'), Type.Literal('storage-integration')]),
      state: Type.Union([Type.Literal('on'), Type.Literal('changed'), Type.Literal('off')]),
      name: Type.String({ description: 'Of the connection or the storage integration.' }),
      place: Type.Union([Type.String(), Type.Null()], { description: 'The schema or address that is written to.' }),
      connectionId: Type.Union([Type.String(), Type.Null()]),
      byMemberId: Type.String(),
      memberId: Type.String(),
      baseUrl: Type.String(),
    }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Tells the owner of documents what a sync found changed of the tables that they read. */
  'mail.sync': define({
    payload: Type.Object({
      syncId: Type.String(),
      memberId: Type.String(),
      baseUrl: Type.Union([Type.String(), Type.Null()], { description: 'Null: no links.' }),
    }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
} as const

export type JobKind = keyof typeof jobKinds
export type JobPayload<K extends JobKind> = Static<(typeof jobKinds)[K]['payload']>

export const isJobKind = (name: string): name is JobKind => Object.hasOwn(jobKinds, name)

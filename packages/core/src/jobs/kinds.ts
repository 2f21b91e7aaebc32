import Type, { type Static } from 'typebox'

/** The properties of a job kind that the queue uses. */
interface JobKindDefinition<S extends Type.TSchema> {
  payload: S
  /** How often it may be started, including the first time. */
  maxAttempts: number
  /** From enqueueing to the end, including all attempts and waits. */
  deadlineMs: number
  /** How many jobs of the kind one process runs at once; absent: the worker's setting. */
  slots?: number
  /** How many of these may belong to one member; absent: all. */
  slotsOfMember?: number
}

const define = <S extends Type.TSchema>(definition: JobKindDefinition<S>): JobKindDefinition<S> => definition

const minuteMs = 60_000

/** Every job kind by name. The handlers are in the server's `jobs` folder. */
export const jobKinds = {
  /** Runs the export and publishes its file. */
  export: define({
    payload: Type.Object({ exportId: Type.String() }),
    maxAttempts: 3,
    deadlineMs: 60 * minuteMs,
  }),
  /** Removes the file of an expired or cancelled export. */
  'export.expire': define({
    payload: Type.Object({ exportId: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Creates the picture of a workbook for lists. One at a time, because nothing waits for it. */
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
  /** Adds the audit events that were committed since the last run to the hash chain. */
  'audit.seal': define({ payload: Type.Object({}), maxAttempts: 5, deadlineMs: 10 * minuteMs }),
  /** Creates the files of a scheduled export for one of its due times. The deadline also applies to its deliveries. */
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
  /** Sends the files of a run to one webhook. It waits for another organization's server, so one member cannot occupy all slots. */
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
  /** Writes the files of a run to one place in cloud storage. Files may have any number of rows, so an attempt may take long. */
  'schedule.storage': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number(), name: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 4,
    slotsOfMember: 2,
  }),
  /** Mails the result of a scheduled export to its owner. */
  'schedule.notice': define({
    payload: Type.Object({ scheduleId: Type.String(), dueAt: Type.Number() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Mails the link of an invitation; the link is created when it is sent. */
  'mail.invitation': define({
    payload: Type.Object({ memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Mails the link with which a member chooses a new password; the link is created when it is sent. */
  'mail.password-reset': define({
    payload: Type.Object({ memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 60 * minuteMs,
  }),
  /** Notifies one member of a request for a protected version tag, or of its decision. */
  'mail.tag-request': define({
    payload: Type.Object({ requestId: Type.String(), memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Notifies the owner of a file of an access request, and the requester of the decision. */
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
      baseUrl: Type.Optional(Type.String({ description: 'Address of this server, for links in what is sent.' })),
    }),
    maxAttempts: 3,
    deadlineMs: 10 * minuteMs,
    slots: 4,
    slotsOfMember: 2,
  }),
  /** Updates the workbooks that follow a template to its latest version. */
  'template.follow': define({
    payload: Type.Object({ templateId: Type.String() }),
    maxAttempts: 5,
    deadlineMs: 60 * minuteMs,
    slots: 2,
  }),
  /** Notifies a member that a comment mentions them. */
  'mail.comment': define({
    payload: Type.Object({ commentId: Type.String(), memberId: Type.String(), baseUrl: Type.String() }),
    maxAttempts: 10,
    deadlineMs: 24 * 60 * minuteMs,
  }),
  /** Stores the rows of an element as tables. One at a time, because it occupies the engine longer than interactive queries. */
  'materialization.run': define({
    payload: Type.Object({ runId: Type.String() }),
    maxAttempts: 3,
    deadlineMs: 120 * minuteMs,
    slots: 1,
  }),
  /** Syncs a connection on schedule. Some may wait for slow data platforms while others continue. */
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
   * Reconciles input tables of a connection with the store: checks whether edits work again, completes interrupted edits, and moves rows
   * that may be stored in the connection.
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
  /** Notifies an administrator that edits of input tables of a connection stopped, and why. */
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
  /** Notifies an administrator that another one changed a setting of the organization. */
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
  /** Notifies the owner of documents of the changes that a sync found in the tables that they read. */
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

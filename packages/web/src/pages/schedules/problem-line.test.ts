import { describe, expect, it } from 'vitest'
import { labelOfProblem } from './problem-line.ts'

describe('a problem of a schedule', () => {
  it.each([
    ['target', 'field.to', null],
    ['target[1].email', 'field.to', null],
    ['targets[1].userId', 'field.to', null],
    ['target[1].ccEmail', 'field.cc', null],
    ['target[1].bccEmail', 'field.bcc', null],
    ['target[1].teamId', 'field.teams', null],
    ['target[1].ccTeamId', 'field.ccTeams', null],
    ['target[1].bccTeamId', 'field.bccTeams', null],
    ['target[0].webhookUrl', 'field.hook', null],
    ['target[0].slackConversationId', 'field.conversation', null],
    ['target[0].workbookCloudExport.authorization', 'storage.storage', null],
    ['targets[0].workbookCloudExport.timestampedUri', 'storage.uri', null],
    ['schedule.cronSpec', 'field.frequency', null],
    ['schedule.timezone', 'field.zone', null],
    ['configV2.title', 'field.subject', null],
    ['config.messageBody', 'field.message', null],
    ['configV2.exportAttachments', 'field.what', null],
    ['configV2.exportAttachments[1].fileName', 'field.fileName', 2],
    ['configV2.exportAttachments[0].formatOptions.type', 'field.format', 1],
    ['configV2.exportAttachments[0].workbookExportSource.elementIds[0]', 'field.what', 1],
    ['attachments[2].source', 'field.what', 3],
    ['configV2.conditionOptions.condition.value.type', 'field.condition', null],
    ['conditions[0].value.val', 'field.condition', null],
    ['configV2.dynamicRecipientSettings.recipientColumnId', 'field.addressColumn', null],
    ['configV2.burst.controlId', 'field.burst', null],
    ['configV2.alertConfig.volume', 'field.limitCount', null],
    ['configV2.workbookVariant.bookmarkId', 'field.view', null],
    ['configV2.workbookSettings.controlValues.Region', 'field.values', null],
    ['configV2.runAsRecipient', 'options.asRecipient', null],
    ['configV2.attachmentSettings.mergeAttachments', 'options.merge', null],
    ['config.attachmentSettings.zipAttachments', 'options.zip', null],
    ['configV2.sharingLink', 'options.link', null],
  ])('at %s belongs to the field %s', (path, key, file) => {
    expect(labelOfProblem({ path, message: '' })).toEqual({ key, file })
  })

  it('belongs to no field where the form has none', () => {
    expect(labelOfProblem({ path: 'ownerId', message: '' })).toBeUndefined()
  })
})

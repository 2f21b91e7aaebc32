import { resource } from '../resource.ts'

export const deliverySettings = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getWebhookSecret                  200     403     200     200     200     200     200     -       -
rotateWebhookSecret               200     403     200     200     200     200     200     -       -
getExportRules                    200     403     403     403     403     403     200     -       -
updateExportRules                 200     403     403     403     403     403     200     -       -
getMailServer                     200     403     403     403     403     403     200     -       -
updateMailServer                  200     403     403     403     403     403     200     -       -
testMailServer                    200     403     403     403     403     403     200     -       -
deleteMailServer                  200     403     403     403     403     403     200     -       -
getSlackSetting                   200     403     200     200     200     200     200     -       -
updateSlackSetting                200     403     200     200     200     200     200     -       -
deleteSlackSetting                200     403     200     200     200     200     200     -       -
listStorageSettings               200     403     200     200     200     200     200     -       -
putStorageSetting                 200     403     200     200     200     200     200     -       -
deleteStorageSetting              200     403     200     200     200     200     200     -       -
`,
  ids: {
    storageName: (things, { storageSetting }) => {
      // One name for all: an organization may have only a few of them.
      const path = '/v2/organizations/settings/storages/reports'
      return things.one('storage', () => things.create(path, storageSetting, 'name', 'admin', 'PUT'))
    },
  },
  requests: {
    updateExportRules: () => ({ body: { sameTeamOnly: false } }),
    updateSlackSetting: () => ({ body: { token: 'xoxb-good' } }),
    updateMailServer: (_, { mailServer }) => ({ body: mailServer }),
    testMailServer: (_, { mailServer }) => ({ body: mailServer }),
    putStorageSetting: (_, { storageSetting }) => ({ body: storageSetting }),
  },
  notPublished: {
    getWebhookSecret: 'A receiver has to know the key of signatures.',
    rotateWebhookSecret: 'A secret that was seen by others has to be replaced.',
    getExportRules: 'What an organization allows of exports is set in the app, as published.',
    updateExportRules: 'Part of the rules for exports.',
    getMailServer: 'The published product has its settings for mail servers in the app alone.',
    updateMailServer: 'Part of the setting for a mail server.',
    testMailServer: 'A mail server is tried before it is kept.',
    deleteMailServer: 'Part of the setting for a mail server.',
    getSlackSetting: 'Slack needs a bot, which the published contract leaves to the app.',
    updateSlackSetting: 'Part of the setting for Slack.',
    deleteSlackSetting: 'Part of the setting for Slack.',
    listStorageSettings: 'Exports to cloud storage name a storage, which the published contract leaves to the app.',
    putStorageSetting: 'Part of the settings for cloud storage.',
    deleteStorageSetting: 'Part of the settings for cloud storage.',
  },
})

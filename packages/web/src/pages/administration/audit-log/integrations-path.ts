export const integrationsPath = '/v2/audit/storageIntegrations'

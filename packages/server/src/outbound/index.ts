export { createDestinations, DestinationRefused, type Destinations } from './destinations.ts'
export { createHttpAgents } from './http-agents.ts'
export {
  createHttpPost,
  type HttpAnswer,
  type HttpPost,
  type PostHttp,
  retryAfterOf,
} from './http-post.ts'
export { createHttpRequest, type HttpRequest, type HttpResponse, type RequestHttp } from './http-request.ts'
export {
  createGuardedMailSender,
  createMailSender,
  type Mail,
  type MailFile,
  type MailReceipt,
  MailRefused,
  type MailServer,
  type SendMail,
  type SendMailBy,
} from './mail.ts'

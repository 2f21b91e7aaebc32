export { createDestinations, DestinationRefused, type Destinations } from './destinations.ts'
export { createHttpPost, type HttpAnswer, type HttpPost, type PostHttp } from './http-post.ts'
export { createMailSender, type Mail, type MailReceipt, MailRefused, type SendMail } from './mail.ts'

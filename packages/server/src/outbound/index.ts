export { createDestinations, DestinationRefused, type Destinations } from './destinations.ts'
export { createMailSender, type Mail, type SendMail } from './mail.ts'

import '../outbox.commands'

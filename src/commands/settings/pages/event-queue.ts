import '../event-queue.commands'

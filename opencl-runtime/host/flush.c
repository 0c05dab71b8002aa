// Which commands are sure to be submitted to the device (5.15).

#include "host.h"

void simdiff_flush(struct simdiff_progress *progress) { progress->flushed = progress->latest; }

static struct simdiff_command *look_at(struct simdiff_command *command,
    struct simdiff_command *open, unsigned waiting) {
    if (command->is_flushed)
        return open;
    if (command->progress && command->progress->flushed < command->number)
        simdiff_unflushed(waiting, command->number);
    command->is_flushed = 1;
    command->open = open;
    return command;
}

void simdiff_check_flushed(struct simdiff_command *command) {
    unsigned waiting = command->number;
    struct simdiff_command *open = look_at(command, NULL, waiting);
    while (open) {
        struct simdiff_command *next = open;
        open = next->open;
        for (size_t i = 0; i < next->count; i++)
            open = look_at(next->before[i], open, waiting);
    }
}

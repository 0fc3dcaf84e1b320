"""The rules of the adapter language in plain English, by their numbers. The number of a removed rule is not used again.

For each rule, a test has a spec that breaks it.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "A101": "A referenced format exists.",
    "A102": "A referenced field exists in its format.",
    "A103": "A referenced enum exists, and so does its value.",
    "A104": "A source is one of the source words, or a number where numbers are allowed.",
    "A105": "A referenced constant exists.",
    "A106": "A doorbell step has only the keys of its kind.",
    "A109": "A register is aligned to its size, in a page of 4096 bytes.",
    "A110": "A bit belongs to one field or is reserved; fields that share bits say so with `overlays`.",
    "A111": "Every bit of a format is a field or reserved.",
    "A112": "A field lies inside its format.",
    "A113": "The bits of a place lie in its word, the higher one first.",
    "A114": "A word lies at a multiple of its size, inside its format.",
    "A115": "Every key of a field has an effect together with the others.",
    "A116": "A field can hold the values of its source: number of bits, number of bytes, kind.",
    "A117": "A word begins at the byte that is published.",
    "A118": "The size of driver-private data is possible for a C struct with these members.",
    "A120": "A field's name is neither a C/C++ keyword nor a C library macro.",
    "A121": "A field with a unit gives a byte count of at most 64 bits.",
    "A122": "A number written into a field fits in its bits.",
    "A123": "`overlays` names another field of the format that shares bits.",
    "A124": "A hardware opcode fits in its field, which is stored without a mask.",
    "A125": "No name in a spec clashes with a name of the generated code.",
    "A127": "A format that has fields for images publishes a word.",
    "A130": "A kernel driver's command is one of the verbs commands.",
    "A131": "Devices served by commands belong to the adapter.",
    "A132": "Devices served by commands need queues whose posts and polls can be directed to the kernel: `send.state`"
            " and `complete.attention`.",
    "A133": "An id belongs to one adapter, and is never given to another.",
    "A134": "A spec's file is named after its adapter.",
    "A135": "The lowest driver ABI is not above the highest.",
    "A136": "Devices can be identified; PCI devices have a vendor, and each is listed once.",
    "A137": "The values of an enum are distinct.",
    "A139": "The name of an adapter has no other meaning in programs or in C, and is not the beginning of another one's name "
            "up to an underscore.",
    "A143": "Driver-private data has one layout for each command.",
    "A144": "The meaning of a field of driver-private data is possible in that command and given once, and the field is wide "
            "enough: addresses and offsets take 64 bits.",
    "A145": "Where drivers before some ABI answer GET_CONTEXT with another layout, the spec has both layouts and that ABI.",
    "A146": "Fields of address vectors exist, take sources of address vectors or numbers that fit, and have one value for each "
            "address.",
    "A147": "An adapter that stores to registers or has images of WQEs lists their pages, each once; the page of the clock is"
            " used.",
    "A210": "An op carries all operands of its verb.",
    "A212": "An op is a verbs opcode.",
    "A213": "A queue pair type belongs to one class.",
    "A217": "Every field of a format that is written has a value in some op or class.",
    "A218": "The payload is the last part of a body, and occurs once.",
    "A220": "Each hardware opcode and each status that can occur has a row.",
    "A221": "Values visible to programs are enumerators of the API.",
    "A222": "A row of a completion table has only keys that apply to its side.",
    "A229": "Fields of a format that is never written have no source.",
    "A230": "A format has a field for each value that its role needs.",
    "A231": "Fields that are read before the kind of a completion is known are at the same place in both kinds.",
    "A232": "A field whose values are named has an enum.",
    "A235": "A mark is a single bit, a field with codes has at most 32 bits, a number at most 64; values that select rows are at "
            "most 255.",
    "A241": "A field that is read belongs to the format that is read there.",
    "A301": "The properties of a ring are consistent: unit size, units per WQE, wrapping, memory of the adapter.",
    "A302": "Each reason to refuse a request is listed once, and the reasons that keep a queue consistent are among them.",
    "A303": "A format takes its values from sources that are known when it is stored.",
    "A304": "A number fits its field; a field of bytes takes bytes.",
    "A305": "`owed` is one of several values of a field, and `inline` stands beside `from`. A field that is not 0 when its "
            "source is false shares no bits. A field that nothing fills is `unread: always`.",
    "A306": "`set` fills a field of the head or of a segment of the op that has no other value.",
    "A307": "Features that the grammar allows but the generator does not support yet are refused.",
    "A308": "A request without payload has the same head as a request with payload.",
    "A309": "Information that completions and later requests need is recorded with a request: note, length, `owes`.",
    "A310": "Ops with the same opcode are distinguished by their notes.",
    "A311": "The value by which completions identify a request is in the WQE and is kept.",
    "A312": "A segment for an SGE has its address, length and key.",
    "A313": "A step of a doorbell stores a format of the size that it needs.",
    "A314": "The free list of a shared receive queue is linked by a field of the slot's head, and its doorbell is a record.",
    "A315": "An adapter can arm for solicited completions only, or says with which error it refuses that.",
    "A316": "One field of the head takes the opcode, and has an enum.",
    "A317": "A need of an op tests a number that is known before anything is stored, and the test can fail.",
    "A320": "Completions are filled from fields of the CQE.",
    "A322": "One bit is the valid bit of a CQE; a field that says that nothing was written yet is in the same word.",
    "A324": "Failed completions have no fields of their own unless the status field tells that a request failed.",
    "A325": "Completions name requests by a value that `requests` keeps.",
    "A326": "Completions of sends repeat the opcode of the WQE, or there is a row for each op.",
    "A330": "Before unit 0 of a queue in shared memory are its shape and two indexes of 4 bytes, which do not overlap.",
    "A331": "The doorbell of a queue in shared memory stores the index of the program's side; only sends may add a command.",
    "A332": "Queues in shared memory have a queue-head, and rings, steps and completions to match; other queues have none of "
            "these.",
    "A333": "The tail of a WQE follows all other segments, at a multiple of 8 bytes.",
    "A334": "Receives have a ring and a doorbell of their own; or they have an opcode, a size and room in the send ring.",
    "A335": "`repeat` and `state` are 8 bytes inside the unit; sends and receives test the state word first.",
    "A336": "An op says how many SGEs its segments take; `late` needs completions that software puts in order.",
    "A337": "Software can order completions if they name sends by running numbers and a state word shows that a queue failed.",
    "A341": "The first word of every chunk of a WQE can be stored after the rest of the chunk.",
    "A342": "A guard needs chunks, and a head that says how long the WQE is.",
    "A343": "A doorbell has at most one image; WQEs that it does not take have a step of their own; fields for images are in "
            "the head.",
    "A344": "A class sets fields of the head that have no value yet, or sets all bits of one that has.",
    "A345": "The completion of a shared receive queue is recognised by bits of the queue pair's number, or by a number of the"
            " shared receive queue that is not 0.",
    "A346": "The time of a completion has at most 64 bits.",
    "A347": "The front of a class ends its lead and has a count; too short payload is refused before too long payload; "
            "segmented sends have a front.",
    "A348": "Where empty payload can be inline, the head says whether payload is inline.",
    "A349": "The field with the size of a WQE has room for the shortest WQE of each op, and for a receive in the send ring.",
    "A351": "A head that is not at the start of the WQE is at the end of its first unit, and segments fill the room before it; "
            "the head has the ownership bit of receives.",
    "A352": "`fill` is for units with SGEs before and after the head; only there can SGEs after the head be counted.",
    "A353": "Units up to a boundary are filled with an opcode of no op. Payload between marks begins before the head, without"
            " a header, and marks have one byte.",
    "A354": "The extension of a CQE has the size of a CQE; a bit of the CQE announces it, and it has a valid bit at the same "
            "place.",
    "A355": "A pointer to the queue pair has 64 bits and replaces other ways to find the queue pair.",
    "A356": "Where the status field is valid in some completions only, there is a status for the others.",
    "A357": "A flush is translated to values of the status field, from a field at the same place, and takes the opcode from "
            "the WQE.",
    "A358": "The program chooses the size of slots where each queue decides the unit. Every type of queue pair has a size, "
            "and the smallest slot is not larger than the largest.",
    "A338": "Copies of WQEs lie in one page and are announced by a register of 4 bytes, before another register announces all"
            " WQEs; only copies are dropped.",
    "A359": "The receives of shared rings carry wr_id in a head with the layout of other heads; CQEs have a flag, a pointer "
            "in the extension, and wr_id.",
    "A360": "An SGE that is longer than its segment can express is refused.",
    "A361": "An op of the hot path has payload and one way to be posted; there are one or two such ops.",
    "A362": "WQEs of the hot path are built in the ring, in order; only wr_ids, counts and records are kept of them.",
    "A363": "A WQE of the hot path fits in one unit, few of its values change with each lap, and its flags are single bits.",
    "A364": "The values in a WQE of the hot path come from the queue, the flags, and the one SGE and the remote address of "
            "its request.",
    "A371": "Payload in a CQE lies where no other value is needed, and a field has a value that announces it.",
    "A372": "The poll that copies payload finds the WQE in a ring that can be read, with SGEs of one format.",
    "A381": "Some send completion means success.",
    "A383": "The emulated device is one of the adapter's, with capabilities of verbs and numbers for its queue pairs.",
    "A384": "A device lists queue pair types of its adapter and flags of verbs; emulated drivers can allocate its queues.",
    "A385": "A device with receives in the send ring lists statuses for all faults, and no other device does; it fills fields"
            " of the CQE.",
    "A386": "A value by which `ready.unless` says that nothing was written yet has no other use, and is not a status.",
    "A391": "A spec with `like` names a complete spec beside it, repeats none of its values, and removes only what it has.",
}

# Numbers of removed rules.
GONE = ("A107", "A108", "A138", "A141", "A142", "A211", "A214", "A215", "A216", "A219", "A223", "A225", "A236", "A240",
        "A243",
        "A250", "A251", "A252", "A253", "A254", "A255")

"""Prints the types of the client for Python as the JSON that shapes.ts describes."""

import json
import types
import typing
from decimal import Decimal

from ratebook_client import types as client

KINDS = {str: 'text', bool: 'boolean', Decimal: 'figure', int: 'count'}


def shape_of(hint):
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    parts = typing.get_args(hint) if is_union else (hint,)
    rest = [part for part in parts if part is not type(None)]
    nullable = {'isNullable': len(rest) < len(parts)}
    first = rest[0]
    if typing.get_origin(first) is typing.Literal:
        values = [value for part in rest for value in typing.get_args(part)]
        return {'kind': 'boolean', **nullable} if values == [True] else {'kind': 'text', **nullable, 'values': sorted(values)}
    if typing.get_origin(first) is list:
        return {'kind': 'list', **nullable, 'items': shape_of(typing.get_args(first)[0])}
    if typing.is_typeddict(first):
        hints = typing.get_type_hints(first)
        fields = {name: {'isOptional': name in first.__optional_keys__, 'shape': shape_of(it)} for name, it in hints.items()}
        return {'kind': 'object', **nullable, 'fields': fields}
    return {'kind': KINDS[first], **nullable}


print(json.dumps({name: shape_of(it) for name, it in vars(client).items() if typing.is_typeddict(it)}))

#!/bin/bash
# curl's parser, by the exit status 3 ("URL malformed"). No protocol is allowed, so that nothing is fetched. One process for each
# string takes long: use --limit.
#
# uri-lineage conform rfc3986:URI --limit 2000 -- bash examples/conform/curl.sh
while IFS= read -r line; do
    # A JSON string without escapes is its own text; others become bytes by printf, which cannot pass on NUL.
    text=${line#\"}
    text=${text%\"}
    if [[ $text == *\\u0000* ]]; then
        printf '{"valid":false}\n'
        continue
    fi
    [[ $text == *\\* ]] && printf -v text '%b' "${text//\\\//\/}"
    curl --silent --globoff --proto =none --url "$text" > /dev/null 2>&1 < /dev/null
    case $? in
        3) printf '{"valid":false}\n' ;;
        *) printf '{"valid":true}\n' ;;
    esac
done

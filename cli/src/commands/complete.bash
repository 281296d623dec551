
# bash divides words at colons and equals signs too: what is around one is joined again, and what bash has already is taken off.
_uri_lineage() {
    local at word before="" begun
    local -a joined=()
    for ((at = 0; at <= COMP_CWORD; at++)); do
        word="${COMP_WORDS[at]}"
        if [[ ${#joined[@]} -gt 1 && ( "$word" == [:=] || "$before" == [:=] ) ]]; then
            joined[${#joined[@]}-1]+="$word"
        else
            joined+=("$word")
        fi
        before="$word"
    done
    local -a COMP_WORDS=("${joined[@]}")
    local COMP_CWORD=$((${#joined[@]} - 1))
    word="${joined[COMP_CWORD]}"
    _clap_complete_uri_lineage "$1" "$word" "$3"
    begun="${word%"${word##*[:=]}"}"
    COMPREPLY=("${COMPREPLY[@]#"$begun"}")
}
complete -o nospace -o bashdefault -F _uri_lineage uri-lineage

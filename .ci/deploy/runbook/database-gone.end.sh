sign_in
order > /dev/null
